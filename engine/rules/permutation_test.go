package rules

import ()
