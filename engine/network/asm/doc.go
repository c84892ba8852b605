// Command asm writes the assembly of the kernels of engine/network and tuning/network for
// amd64 with AVX2. It is a module of its own, so that the program does not depend on the
// generator. Run it in engine/network:
//
//	go generate
package main
