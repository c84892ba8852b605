package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

const (
	hidden   = 128 // as in the package
	ceiling  = 255 // inputUnit
	perBlock = 16  // int16 in a register
	blocks   = hidden / perBlock
	block    = 32 // bytes
)

func main() {
	ConstraintExpr("amd64,!purego")
	update()
	activate()
	Generate()
}

// update writes dst = src + rows to add − rows to subtract, in 8 registers.
func update() {
	TEXT("updateAVX2", NOSPLIT, "func(dst, src, weights *int16, adds *uint32, added int, subs *uint32, removed int)")
	Doc("updateAVX2 is updateGo with the lists of rows as pointers and lengths.")
	Pragma("noescape")
	src, weights := Load(Param("src"), GP64()), Load(Param("weights"), GP64())
	var sum [blocks]VecVirtual
	for i := range sum {
		sum[i] = YMM()
		VMOVDQU(Mem{Base: src, Disp: block * i}, sum[i])
	}
	for _, list := range []struct {
		rows, length string
		combine      func(...Op)
	}{
		{"adds", "added", func(o ...Op) { VPADDW(o[0], o[1], o[2]) }},
		{"subs", "removed", func(o ...Op) { VPSUBW(o[0], o[1], o[2]) }},
	} {
		rows, left, row := Load(Param(list.rows), GP64()), Load(Param(list.length), GP64()), GP64()
		Label(list.rows)
		TESTQ(left, left)
		JZ(LabelRef(list.rows + "End"))
		MOVL(Mem{Base: rows}, row.As32())
		SHLQ(U8(8), row) // 2·hidden bytes
		ADDQ(weights, row)
		for i := range sum {
			list.combine(Mem{Base: row, Disp: block * i}, sum[i], sum[i])
		}
		ADDQ(U8(4), rows)
		DECQ(left)
		JMP(LabelRef(list.rows))
		Label(list.rows + "End")
	}
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
