package variant

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// option is an Option with what it does.
type option struct {
	Option
	// applies says in which games the option has a meaning; nil means in all.
	applies *condition
	get     func(*Rules) string
	// set changes the option; its error says what is wrong with the value.
	set func(*Rules, string) error
}

// condition is what a game must have for an option to have a meaning.
type condition struct {
	holds  func(*Rules) bool
	reason string // why not, when it does not hold
}

// senseless says why the option has no meaning in the game, "" if it has one.
func (o *option) senseless(v *Variant) string {
	if o.applies == nil || o.applies.holds(&v.Rules) {
		return ""
	}
	return o.applies.reason
}

var (
	castlesOrthodox = &condition{func(r *Rules) bool { return r.Castling.Kind == OrthodoxCastling },
		"its castling is not orthodox"}
	castlesFast = &condition{func(r *Rules) bool { return r.Castling.Kind == FastCastling },
		"its castling is not fast"}
	hasPromotions = &condition{func(r *Rules) bool { return len(r.Promotions) > 0 },
		"nothing promotes in it"}
	isGated = &condition{func(r *Rules) bool { return r.Gating.Kind == MusketeerGating },
		"no pieces wait to enter the board in it"}
)

const (
	eachPromotion = "; one value for all promotions or one for each, separated by semicolons"
	trueOrFalse   = "true or false"
)

// optionTable lists the options in the order of Settings.
var optionTable = []option{
	{Option: Option{"n-move", "Moves by each side without a capture or a pawn move after which the game is a draw.",
		fmt.Sprintf("0 (off) to %d", maxNMove)},
		get: func(r *Rules) string { return strconv.Itoa(r.NMove) },
		set: func(r *Rules, s string) error { return setNumber(&r.NMove, s, "off") }},

	{Option: Option{"repetition", "How often a position must occur for the game to be a draw.",
		repetitionValues},
		get: func(r *Rules) string { return strconv.Itoa(r.Repetition) },
		set: func(r *Rules, s string) error { return setNumber(&r.Repetition, s, "off") }},

	{Option: Option{"stalemate", "Result for the side that has no legal move and is not in check.",
		oneOf(stalemateRules)},
		get: func(r *Rules) string { return string(r.Stalemate) },
		set: func(r *Rules, s string) error { return setName(&r.Stalemate, s, stalemateRules) }},

	{Option: Option{"insufficient-material", "When too little material makes the game a draw.",
		oneOf(insufficientMaterialRules)},
		get: func(r *Rules) string { return string(r.InsufficientMaterial) },
		set: func(r *Rules, s string) error {
			return setName(&r.InsufficientMaterial, s, insufficientMaterialRules)
		}},

	{Option: Option{"castling", "The kind of castling.", oneOf(castlingKinds)},
		get: func(r *Rules) string { return string(r.Castling.Kind) },
		set: setCastlingKind},

	{Option: Option{"castling-king-steps", "Squares that the king moves in orthodox castling.", "2 to 6"},
		applies: castlesOrthodox,
		get:     func(r *Rules) string { return strconv.Itoa(r.Castling.KingSteps) },
		set:     func(r *Rules, s string) error { return setNumber(&r.Castling.KingSteps, s, "") }},

	{Option: Option{"fast-castling-between", "Whether the king must land between its square and its partner in fast castling.",
		trueOrFalse},
		applies: castlesFast,
		get:     func(r *Rules) string { return strconv.FormatBool(r.Castling.Between) },
		set:     func(r *Rules, s string) error { return setFlag(&r.Castling.Between, s) }},

	{Option: Option{"promotion-zone", "Depth of the promotion zone in ranks, counted from the far edge.",
		"1 to the ranks of the board" + eachPromotion},
		applies: hasPromotions,
		get:     promotionGetter(func(p *Promotion) string { return strconv.Itoa(p.Zone) }),
		set:     promotionSetter(func(p *Promotion, s string) error { return setNumber(&p.Zone, s, "") })},

	{Option: Option{"promotion-optional", "Whether a piece may stay what it is in the promotion zone.",
		trueOrFalse + eachPromotion},
		applies: hasPromotions,
		get:     promotionGetter(func(p *Promotion) string { return strconv.FormatBool(p.Optional) }),
		set:     promotionSetter(func(p *Promotion, s string) error { return setFlag(&p.Optional, s) })},

	{Option: Option{"promotion-choices", "The pieces to choose from in a promotion.",
		"names of pieces, separated by commas" + eachPromotion},
		applies: hasPromotions,
		get:     promotionGetter(func(p *Promotion) string { return strings.Join(p.Choices, ",") }),
		set:     promotionSetter(setChoices)},

	{Option: Option{"placement-order", "Order in which the sides place their waiting pieces.",
		oneOf(placementOrders)},
		applies: isGated,
		get:     func(r *Rules) string { return string(r.Gating.Order) },
		set:     func(r *Rules, s string) error { return setName(&r.Gating.Order, s, placementOrders) }},

	{Option: Option{"gate-king-file", "Whether a piece may wait behind the king.", trueOrFalse},
		applies: isGated,
		get:     func(r *Rules) string { return strconv.FormatBool(r.Gating.KingFile) },
		set:     func(r *Rules, s string) error { return setFlag(&r.Gating.KingFile, s) }},

	{Option: Option{"gate-blocks-check", "Whether an entering piece counts when the legality of the move is judged.", trueOrFalse},
		applies: isGated,
		get:     func(r *Rules) string { return strconv.FormatBool(r.Gating.BlocksCheck) },
		set:     func(r *Rules, s string) error { return setFlag(&r.Gating.BlocksCheck, s) }},

	{Option: Option{"gate-resets-n-move", "Whether a move by which a piece enters resets the n-move counter.", trueOrFalse},
		applies: isGated,
		get:     func(r *Rules) string { return strconv.FormatBool(r.Gating.ResetsNMove) },
		set:     func(r *Rules, s string) error { return setFlag(&r.Gating.ResetsNMove, s) }},
}

// setNumber reads a whole number; the word zero, if not "", stands for 0.
func setNumber(into *int, s, zero string) error {
	if zero != "" && s == zero {
		*into = 0
		return nil
	}
	n, err := strconv.ParseInt(s, 10, 32)
	if err != nil {
		return fmt.Errorf("%s is not a whole number", quote(s))
	}
	*into = int(n)
	return nil
}

func setFlag(into *bool, s string) error {
	if s != "true" && s != "false" {
		return fmt.Errorf("%s is neither true nor false", quote(s))
	}
	*into = s == "true"
	return nil
}

func setName[T ~string](into *T, s string, valid []T) error {
	if !slices.Contains(valid, T(s)) {
		if near := nearest(s, valid); near != "" {
			return fmt.Errorf("unknown value %s, did you mean %q", quote(s), near)
		}
		return fmt.Errorf("unknown value %s", quote(s))
	}
	*into = T(s)
	return nil
}

func setCastlingKind(r *Rules, s string) error {
	before := r.Castling.Kind
	if err := setName(&r.Castling.Kind, s, castlingKinds); err != nil {
		return err
	}
	if r.Castling.Kind != before {
		r.Castling.setDefaults()
	}
	if r.Castling.Kind != NoCastling && r.Castling.Partner == "" {
		return errors.New("the game names no piece that castles with the king")
	}
	return nil
}

func setChoices(p *Promotion, s string) error {
	p.Choices = strings.Split(s, ",")
	for i, name := range p.Choices {
		p.Choices[i] = strings.TrimSpace(name)
	}
	return nil
}

// promotionGetter returns the one value that all promotions have, or the values
// of all of them.
func promotionGetter(get func(*Promotion) string) func(*Rules) string {
	return func(r *Rules) string {
		values := make([]string, len(r.Promotions))
		for i := range r.Promotions {
			values[i] = get(&r.Promotions[i])
		}
		if len(slices.Compact(slices.Clone(values))) == 1 {
			return values[0]
		}
		return strings.Join(values, ";")
	}
}

// promotionSetter gives one value to all promotions, or each its own.
func promotionSetter(set func(*Promotion, string) error) func(*Rules, string) error {
	return func(r *Rules, s string) error {
		values := strings.Split(s, ";")
		if len(values) != 1 && len(values) != len(r.Promotions) {
			return fmt.Errorf("%d values, but the number of promotions is %d", len(values), len(r.Promotions))
		}
		for i := range r.Promotions {
			value := values[0]
			if len(values) > 1 {
				value = values[i]
			}
			if err := set(&r.Promotions[i], strings.TrimSpace(value)); err != nil {
				return err
			}
		}
		return nil
	}
}
