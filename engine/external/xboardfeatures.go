package external

import (
	"strconv"
	"strings"
)

// features describe an engine, in its own words.
type features struct {
	name                             string
	ping, setboard, usermove, memory bool
	cores, reuse, time               bool
	variants                         []string
	options                          offers

	seen, done bool
	more       bool // done=0: there is more to come
}

// newFeatures returns the defaults of the protocol.
func newFeatures() features {
	return features{reuse: true, time: true, variants: []string{"normal"}}
}

type feature struct{ name, value string }

// splitFeatures reads pairs name=value; values may be in quotes.
func splitFeatures(text string) []feature {
	var list []feature
	for {
		name, rest, ok := strings.Cut(strings.TrimLeft(text, " \t"), "=")
		if !ok {
			return list
		}
		var value string
		if quoted, isQuoted := strings.CutPrefix(rest, `"`); isQuoted {
			value, text, _ = strings.Cut(quoted, `"`)
		} else {
			value, text, _ = strings.Cut(rest, " ")
		}
		list = append(list, feature{strings.TrimSpace(name), value})
	}
}

// take notes a feature and reports whether it is accepted. Moves in algebraic
// notation are not.
func (f *features) take(x feature) bool {
	f.seen = true
	on := x.value == "1"
	flags := map[string]*bool{
		"ping": &f.ping, "setboard": &f.setboard, "usermove": &f.usermove, "memory": &f.memory,
		"smp": &f.cores, "reuse": &f.reuse, "time": &f.time, "done": &f.done,
	}
	if flag := flags[x.name]; flag != nil {
		*flag = on
	}
	switch x.name {
	case "san":
		return !on
	case "myname":
		f.name = x.value
	case "variants":
		f.variants = strings.FieldsFunc(x.value, func(r rune) bool { return r == ',' || r == ' ' })
	case "option":
		f.options = append(f.options, readXBoardOffer(x.value))
	case "done":
		f.more = !on
	}
	return true
}

// readXBoardOffer reads "Resign Threshold -spin 800 200 1200" or "Level -combo
// low /// *high".
func readXBoardOffer(text string) offer {
	i := strings.LastIndex(text, " -")
	for _, kind := range []string{"check", "spin", "combo", "button", "save", "reset", "string", "file", "path", "slider"} {
		if at := strings.LastIndex(text, " -"+kind); at >= 0 {
			i = at
			break
		}
	}
	if i < 0 {
		return offer{name: strings.TrimSpace(text), kind: "string"}
	}
	kind, rest, _ := strings.Cut(text[i+2:], " ")
	o := offer{name: strings.TrimSpace(text[:i]), kind: kind}
	switch kind {
	case "spin", "slider":
		o.kind = "spin"
		if fields := strings.Fields(rest); len(fields) == 3 {
			o.min, o.max = fields[1], fields[2]
		}
	case "combo":
		for _, choice := range strings.Split(rest, "///") {
			o.choices = append(o.choices, strings.TrimPrefix(strings.TrimSpace(choice), "*"))
		}
	case "save", "reset":
		o.kind = "button"
	}
	return o
}

// readThinking takes depth, score and nodes from a line "ply score time nodes
// moves". Scores beyond 100000 are mates.
func readThinking(text string, r *Reply) {
	fields := strings.Fields(text)
	if len(fields) < 4 {
		return
	}
	var n [4]int
	for i := range n {
		field := fields[i]
		if i == 0 {
			field = strings.TrimRight(field, ".&+-")
		}
		v, err := strconv.Atoi(field)
		if err != nil {
			return
		}
		n[i] = v
	}
	const mate = 100_000
	r.Depth, r.Nodes, r.HasScore = n[0], uint64(max(n[3], 0)), true
	switch score := n[1]; {
	case score >= mate:
		r.Score = mateIn(max(score-mate, 1))
	case score <= -mate:
		r.Score = mateIn(score + mate)
	default:
		r.Score = clampScore(score)
	}
}
