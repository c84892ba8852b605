package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"syscall/js"

	"bestiary/cmd/web"
)

func main() {
	api := &web.API{}
	js.Global().Set("bestiary", js.FuncOf(func(_ js.Value, args []js.Value) any {
		method, request, done := args[0].String(), args[1].String(), args[2]
		go func() {
			reply, err := answer(api, method, request)
			if err != nil {
				reply, _ = json.Marshal(faultOf(err)) // cannot fail
			}
			done.Invoke(string(reply), err != nil)
		}()
		return nil
	}))
	select {}
}

// answer turns a panic into an error, so that the worker survives.
func answer(api *web.API, method, request string) (reply []byte, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("internal error: %v", fault)
		}
	}()
	return api.Call(context.Background(), method, []byte(request))
}

func faultOf(err error) *web.Fault {
	var f *web.Fault
	if !errors.As(err, &f) {
		f = &web.Fault{Message: err.Error()}
	}
	return f
}
