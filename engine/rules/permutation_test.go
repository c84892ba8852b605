package rules

import (
)
