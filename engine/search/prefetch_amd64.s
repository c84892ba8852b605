#include "textflag.h"

// func prefetch(e *entry)
TEXT ·prefetch(SB), NOSPLIT, $0-8
	MOVQ e+0(FP), AX
	PREFETCHT0 (AX)
	RET
