package main

import (
	"flag"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

const (
	hidden   = 32  // as in the package
	shift    = 6   // a row has 2·hidden bytes
	ceiling  = 255 // inputUnit
	perBlock = 16  // int16 in a register
	blocks   = hidden / perBlock
	block    = 32 // bytes
)

func main() {
	training := flag.Bool("training", false, "write the kernels of tuning/network")
	flag.Parse()
	ConstraintExpr("amd64,!purego")
	if *training {
		sumBlock()
		addBlock()
	} else {
		update()
		activate()
	}
	Generate()
}

// update writes dst = src + rows, each times a signed number.
func update() {
	TEXT("updateAVX2", NOSPLIT, "func(dst, src, weights *int16, list *uint32, n int)")
	Doc("updateAVX2 is updateGo.")
	Pragma("noescape")
	src, weights := Load(Param("src"), GP64()), Load(Param("weights"), GP64())
	list, n := Load(Param("list"), GP64()), Load(Param("n"), GP64())
	var sum [blocks]VecVirtual
	for i := range sum {
		sum[i] = YMM()
		VMOVDQU(Mem{Base: src, Disp: block * i}, sum[i])
	}
	change, row, times, product := GP32(), GP64(), YMM(), YMM()
	Label("rows")
	TESTQ(n, n)
	JZ(LabelRef("end"))
	MOVL(Mem{Base: list}, change)
	MOVWLZX(change.As16(), row.As32())
	SHRL(U8(16), change)
	VMOVD(change, times.AsX())
	VPBROADCASTW(times.AsX(), times)
	SHLQ(U8(shift), row)
	ADDQ(weights, row)
	for i := range sum {
		VPMULLW(Mem{Base: row, Disp: block * i}, times, product)
		VPADDW(product, sum[i], sum[i])
	}
	ADDQ(U8(4), list)
	DECQ(n)
	JMP(LabelRef("rows"))
	Label("end")
	dst := Load(Param("dst"), GP64())
	for i := range sum {
		VMOVDQU(sum[i], Mem{Base: dst, Disp: block * i})
	}
	VZEROUPPER()
	RET()
}

// activate writes the sum over both perspectives of v·(v·w), v between 0 and ceiling.
func activate() {
	TEXT("activateAVX2", NOSPLIT, "func(us, them, weights *int16) int32")
	Doc("activateAVX2 is activateGo.")
	Pragma("noescape")
	weights := Load(Param("weights"), GP64())
	zero, top, bound := YMM(), YMM(), GP32()
	VPXOR(zero, zero, zero)
	MOVL(U32(ceiling), bound)
	VMOVD(bound, top.AsX())
	VPBROADCASTW(top.AsX(), top)
	sums := [2]VecVirtual{YMM(), YMM()}
	for i := range sums {
		VPXOR(sums[i], sums[i], sums[i])
	}
	v, product := YMM(), YMM()
	for half, name := range []string{"us", "them"} {
		values := Load(Param(name), GP64())
		for i := range blocks {
			VPMAXSW(Mem{Base: values, Disp: block * i}, zero, v)
			VPMINSW(top, v, v)
			VPMULLW(Mem{Base: weights, Disp: block * (half*blocks + i)}, v, product)
			VPMADDWD(v, product, product)
			VPADDD(product, sums[i%2], sums[i%2])
		}
	}
	VPADDD(sums[0], sums[1], sums[0])
	VEXTRACTI128(U8(1), sums[0], v.AsX())
	x := sums[0].AsX()
	VPADDD(v.AsX(), x, x)
	for _, swap := range []uint8{0x4E, 0xB1} { // halves, neighbours
		VPSHUFD(U8(swap), x, v.AsX())
		VPADDD(v.AsX(), x, x)
	}
	result := GP32()
	VMOVD(x, result)
	VZEROUPPER()
	Store(result, ReturnIndex(0))
	RET()
}

// sumBlock adds rows of weights, each as often as it holds, to 32 sums.
func sumBlock() {
	TEXT("sumBlockAVX2", NOSPLIT, "func(sums, weights *float32, list *uint32, n, stride int)")
	Doc("sumBlockAVX2 is sumBlockGo, with a stride in bytes.")
	Pragma("noescape")
	sums := Load(Param("sums"), GP64())
	sum, t := rowRegisters(), rowRegisters()
	for i := range sum {
		VMOVUPS(Mem{Base: sums, Disp: block * i}, sum[i])
	}
	forRows(func(row Register, times VecVirtual) {
		for i := range sum {
			VMULPS(Mem{Base: row, Disp: block * i}, times, t[i])
			VADDPS(t[i], sum[i], sum[i])
		}
	})
	for i := range sum {
		VMOVUPS(sum[i], Mem{Base: sums, Disp: block * i})
	}
	VZEROUPPER()
	RET()
}

// addBlock adds 32 numbers to rows of weights, each as often as the row holds.
func addBlock() {
	TEXT("addBlockAVX2", NOSPLIT, "func(weights, x *float32, list *uint32, n, stride int)")
	Doc("addBlockAVX2 is addBlockGo, with a stride in bytes.")
	Pragma("noescape")
	from := Load(Param("x"), GP64())
	x, t := rowRegisters(), rowRegisters()
	for i := range x {
		VMOVUPS(Mem{Base: from, Disp: block * i}, x[i])
	}
	forRows(func(row Register, times VecVirtual) {
		for i := range x {
			VMULPS(x[i], times, t[i])
			VADDPS(Mem{Base: row, Disp: block * i}, t[i], t[i])
			VMOVUPS(t[i], Mem{Base: row, Disp: block * i})
		}
	})
	VZEROUPPER()
	RET()
}

func rowRegisters() (r [4]VecVirtual) {
	for i := range r {
		r[i] = YMM()
	}
	return r
}

// forRows writes a loop over a list of rows, each with its address and how often it holds.
func forRows(do func(row Register, times VecVirtual)) {
	weights, list, n, stride := Load(Param("weights"), GP64()), Load(Param("list"), GP64()), Load(Param("n"), GP64()), Load(Param("stride"), GP64())
	row, count, times := GP64(), GP32(), YMM()
	Label("rows")
	MOVL(Mem{Base: list}, count)
	MOVWLZX(count.As16(), row.As32())
	SHRL(U8(16), count)
	IMULQ(stride, row)
	ADDQ(weights, row)
	VXORPS(times.AsX(), times.AsX(), times.AsX())
	VCVTSI2SSL(count, times.AsX(), times.AsX())
	VBROADCASTSS(times.AsX(), times)
	do(row, times)
	ADDQ(U8(4), list)
	DECQ(n)
	JNZ(LabelRef("rows"))
}
