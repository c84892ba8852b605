package format

import (
	"fmt"
	"reflect"
	"strings"
	"text/template/parse"
)

// Sentences are named templates in the language of package text/template, for a program that
// has to be small: text/template calls methods by name, so a program that contains it keeps all of its
// exported methods, and the engine for browsers would be half as large again. Templates see the
// fields of their data and functions, no methods; a pipeline is one command.
type Sentences struct {
	trees     map[string]*parse.Tree
	functions map[string]any
}

// basic are the functions of package text/template that sentences may call.
var basic = map[string]any{
	"printf": fmt.Sprintf,
	"not":    func(x any) bool { return !truth(reflect.ValueOf(x)) },
	"ne":     func(a, b any) bool { return fmt.Sprint(a) != fmt.Sprint(b) },
	"gt":     func(a, b int) bool { return a > b },
	"eq": func(a any, list ...any) bool {
		for _, b := range list {
			if fmt.Sprint(a) == fmt.Sprint(b) {
				return true
			}
		}
		return false
	},
	"and": true, "or": true, // see command: their last arguments may not be evaluated
}

// ParseSentences reads templates that are a part of the program, so that a fault panics.
func ParseSentences(text string, functions map[string]any) *Sentences {
	trees, err := parse.Parse("sentences", text, "", "", functions, basic)
	if err != nil {
		panic(err)
	}
	return &Sentences{trees, functions}
}

// Write executes the template with a name, with line breaks as spaces; without such a template it
// returns "".
func (s *Sentences) Write(name string, data any) string {
	w := &sentence{Sentences: s}
	if s.trees[name] != nil {
		w.template(name, reflect.ValueOf(data))
	}
	return strings.Join(strings.Fields(w.out.String()), " ")
}

// sentence is an execution of a template.
type sentence struct {
	*Sentences
	out       strings.Builder
	variables []variable
}

type variable struct {
	name  string
	value reflect.Value
}

func (w *sentence) template(name string, dot reflect.Value) {
	tree := w.trees[name]
	if tree == nil {
		panic(fmt.Sprintf("sentences: no template %q", name))
	}
	before := w.variables
	w.variables = []variable{{"$", dot}}
	w.walk(tree.Root, dot)
	w.variables = before
}

func (w *sentence) walk(node parse.Node, dot reflect.Value) {
	switch n := node.(type) {
	case *parse.ListNode:
		if n != nil {
			for _, child := range n.Nodes {
				w.walk(child, dot)
			}
		}
	case *parse.TextNode:
		w.out.Write(n.Text)
	case *parse.ActionNode:
		if v := w.pipe(n.Pipe, dot); len(n.Pipe.Decl) == 0 {
			fmt.Fprint(&w.out, v)
		}
	case *parse.IfNode:
		w.branch(&n.BranchNode, dot, false)
	case *parse.WithNode:
		w.branch(&n.BranchNode, dot, true)
	case *parse.RangeNode:
		for list, i := w.pipe(n.Pipe, dot), 0; i < list.Len(); i++ {
			w.walk(n.List, list.Index(i))
		}
	case *parse.TemplateNode:
		w.template(n.Name, w.pipe(n.Pipe, dot))
	default:
		panic(fmt.Sprintf("sentences: %s is not read", node))
	}
}

// branch executes {{if}} and {{with}}, which moves the dot. Variables that are declared inside end
// there.
func (w *sentence) branch(n *parse.BranchNode, dot reflect.Value, moves bool) {
	known := len(w.variables)
	defer func() { w.variables = w.variables[:known] }()
	v := w.pipe(n.Pipe, dot)
	switch {
	case !truth(v):
		w.walk(n.ElseList, dot)
	case moves:
		w.walk(n.List, v)
	default:
		w.walk(n.List, dot)
	}
}

func (w *sentence) pipe(p *parse.PipeNode, dot reflect.Value) reflect.Value {
	if len(p.Cmds) != 1 {
		panic(fmt.Sprintf("sentences: %s has several commands", p))
	}
	v := w.command(p.Cmds[0], dot)
	for _, d := range p.Decl {
		w.declare(d.Ident[0], v, p.IsAssign)
	}
	return v
}

func (w *sentence) declare(name string, v reflect.Value, assign bool) {
	if !assign {
		w.variables = append(w.variables, variable{name, v})
		return
	}
	for i := len(w.variables) - 1; i >= 0; i-- {
		if w.variables[i].name == name {
			w.variables[i].value = v
			return
		}
	}
}

func (w *sentence) command(c *parse.CommandNode, dot reflect.Value) reflect.Value {
	f, ok := c.Args[0].(*parse.IdentifierNode)
	if !ok {
		return w.value(c.Args[0], dot)
	}
	if f.Ident == "and" || f.Ident == "or" {
		var v reflect.Value
		for _, arg := range c.Args[1:] {
			if v = w.value(arg, dot); truth(v) == (f.Ident == "or") {
				break
			}
		}
		return v
	}
	called := reflect.ValueOf(w.functions[f.Ident])
	if !called.IsValid() {
		called = reflect.ValueOf(basic[f.Ident])
	}
	var args []reflect.Value
	for _, arg := range c.Args[1:] {
		args = append(args, w.value(arg, dot))
	}
	return called.Call(args)[0]
}

func (w *sentence) value(node parse.Node, dot reflect.Value) reflect.Value {
	switch n := node.(type) {
	case *parse.DotNode:
		return dot
	case *parse.FieldNode:
		return fields(dot, n.Ident)
	case *parse.VariableNode:
		for i := len(w.variables) - 1; i >= 0; i-- {
			if w.variables[i].name == n.Ident[0] {
				return fields(w.variables[i].value, n.Ident[1:])
			}
		}
	case *parse.StringNode:
		return reflect.ValueOf(n.Text)
	case *parse.BoolNode:
		return reflect.ValueOf(n.True)
	case *parse.NumberNode:
		return reflect.ValueOf(int(n.Int64))
	case *parse.PipeNode:
		return w.pipe(n, dot)
	case *parse.IdentifierNode:
		return w.command(&parse.CommandNode{Args: []parse.Node{n}}, dot)
	}
	panic(fmt.Sprintf("sentences: %s is not read", node))
}

// fields returns a field of a field of … a value.
func fields(v reflect.Value, names []string) reflect.Value {
	for _, name := range names {
		for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
			v = v.Elem()
		}
		if v = v.FieldByName(name); !v.IsValid() {
			panic(fmt.Sprintf("sentences: no field %s", name))
		}
	}
	return v
}

// truth reports whether a value is neither zero nor empty.
func truth(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Invalid:
		return false
	case reflect.Slice, reflect.Map, reflect.String:
		return v.Len() > 0
	case reflect.Struct:
		return true
	}
	return !v.IsZero()
}
