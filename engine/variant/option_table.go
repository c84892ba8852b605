package variant

import (
	"cmp"
	"fmt"
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
	holds  func(*Variant) bool
	reason string // why not, when it does not hold
}

// senseless says why the option has no meaning in the game, "" if it has one.
func (o *option) senseless(v *Variant) string {
	if o.applies == nil || o.applies.holds(v) {
		return ""
	}
	return o.applies.reason
}

var (
	castlesOrthodox = castles(OrthodoxCastling)
	castlesFast     = castles(FastCastling)
	castlesSwap     = castles(SwapCastling)
	hasPromotions   = promotes("nothing promotes in it", func(p *Promotion) bool { return true })
	hasOptional     = promotes("no promotion is optional in it", func(p *Promotion) bool { return p.Optional })
	hasCaptured     = promotes("no promotion is to captured pieces in it", func(p *Promotion) bool { return p.Captured })
	isGated         = &condition{func(v *Variant) bool { return v.Rules.Gating.Kind == MusketeerGating },
		"no pieces wait to enter the board in it"}
	isGatedByKing = &condition{func(v *Variant) bool { return v.Rules.Gating.Kind == MusketeerGating && v.Rules.Gating.KingFile },
		"no piece may wait behind the king in it"}
	explodes = &condition{(*Variant).anyExplodes, "no piece explodes in it"}
)

func castles(kind CastlingKind) *condition {
	return &condition{func(v *Variant) bool { return v.Rules.Castling.Kind == kind }, fmt.Sprintf("its castling is not %s", kind)}
}

func promotes(reason string, some func(*Promotion) bool) *condition {
	return &condition{func(v *Variant) bool {
		for i := range v.Rules.Promotions {
			if some(&v.Rules.Promotions[i]) {
				return true
			}
		}
		return false
	}, reason}
}

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

	{Option: Option{"swap-out-of-check", "Whether the king may exchange places while it is in check in swap castling.", trueOrFalse},
		applies: castlesSwap,
		get:     func(r *Rules) string { return strconv.FormatBool(r.Castling.OutOfCheck) },
		set:     func(r *Rules, s string) error { return setFlag(&r.Castling.OutOfCheck, s) }},

	{Option: Option{"promotion-zone", "Depth of the promotion zone in ranks, counted from the far edge.",
		"0 (no promotion) to the ranks of the board" + eachPromotion},
		applies: hasPromotions,
		get:     promotionGetter(func(p *Promotion) string { return strconv.Itoa(p.Zone) }),
		set:     promotionSetter(func(p *Promotion, s string) error { return setNumber(&p.Zone, s, "") })},

	{Option: Option{"promotion-optional", "Whether a piece may stay what it is in the promotion zone.",
		trueOrFalse + eachPromotion},
		applies: hasPromotions,
		get:     promotionGetter(func(p *Promotion) string { return strconv.FormatBool(p.Optional) }),
		set:     promotionSetter(func(p *Promotion, s string) error { return setFlag(&p.Optional, s) })},

	{Option: Option{"promotion-compulsory", "Depth in ranks of the part of the zone where an optional promotion is compulsory.",
		"0 (none) to the depth of the zone" + eachPromotion},
		applies: hasOptional,
		get:     promotionGetter(func(p *Promotion) string { return strconv.Itoa(p.Compulsory) }),
		set:     promotionSetter(func(p *Promotion, s string) error { return setNumber(&p.Compulsory, s, "") })},

	{Option: Option{"promotion-captured", "Whether the choice is limited to own pieces that have been captured.",
		trueOrFalse + eachPromotion},
		applies: hasPromotions,
		get:     promotionGetter(func(p *Promotion) string { return strconv.FormatBool(p.Captured) }),
		set:     promotionSetter(func(p *Promotion, s string) error { return setFlag(&p.Captured, s) })},

	{Option: Option{"empty-pool", "What a move is that must promote to a captured piece when there is none.",
		oneOf(emptyPoolRules) + eachPromotion},
		applies: hasCaptured,
		get:     promotionGetter(func(p *Promotion) string { return string(cmp.Or(p.EmptyPool, EmptyPoolLoss)) }),
		set:     promotionSetter(func(p *Promotion, s string) error { return setName(&p.EmptyPool, s, emptyPoolRules) })},

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

	{Option: Option{"gate-king-and-partner", "Whether pieces may wait behind both the king and a piece that castles with it.", trueOrFalse},
		applies: isGatedByKing,
		get:     func(r *Rules) string { return strconv.FormatBool(r.Gating.KingAndPartner) },
		set:     func(r *Rules, s string) error { return setFlag(&r.Gating.KingAndPartner, s) }},

	{Option: Option{"gate-blocks-check", "Whether an entering piece counts when the legality of the move is judged.", trueOrFalse},
		applies: isGated,
		get:     func(r *Rules) string { return strconv.FormatBool(r.Gating.BlocksCheck) },
		set:     func(r *Rules, s string) error { return setFlag(&r.Gating.BlocksCheck, s) }},

	{Option: Option{"gate-resets-n-move", "Whether a move by which a piece enters resets the n-move counter.", trueOrFalse},
		applies: isGated,
		get:     func(r *Rules) string { return strconv.FormatBool(r.Gating.ResetsNMove) },
		set:     func(r *Rules, s string) error { return setFlag(&r.Gating.ResetsNMove, s) }},

	{Option: Option{"explosion-alone", "Whether a piece may explode with nothing around it.", trueOrFalse},
		applies: explodes,
		get:     func(r *Rules) string { return strconv.FormatBool(r.Explosion.Alone) },
		set:     func(r *Rules, s string) error { return setFlag(&r.Explosion.Alone, s) }},
}
