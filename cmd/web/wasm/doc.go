// Wasm is the engine for browsers: the requests of the page, answered in a Web Worker.
//
// It is built with GOOS=js GOARCH=wasm and defines the function bestiary(method,
// request, done) for JavaScript. The request is JSON; done is called with the reply and
// with whether it is a fault.
package main
