// Wasm is the engine for browsers. It answers the requests of the page in a Web
// Worker.
//
// Built with GOOS=js GOARCH=wasm, it defines the function bestiary(method, request, done)
// for JavaScript. The request is JSON; done is called with the reply and whether the request
// failed.
package main
