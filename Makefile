.PHONY: build release test race invariants vet lint fmt bench fuzz sweep estimate weights results

build:
	go build -o bestiary ./cmd/bestiary

# Binaries for all systems, with the engine for browsers inside, and the page as a
# static site, with checksums, in dist/.
STATIC = cmd/web/static
ENGINE = engine.wasm.gz wasm_exec.js

release:
	rm -rf dist && mkdir dist && rm -f $(ENGINE:%=$(STATIC)/%)
	go run ./cmd/bestiary site dist/bestiary-site
	cp $(ENGINE:%=dist/bestiary-site/%) $(STATIC)
	for system in linux darwin windows; do for arch in amd64 arm64; do \
		suffix=; [ $$system != windows ] || suffix=.exe; \
		CGO_ENABLED=0 GOOS=$$system GOARCH=$$arch go build -trimpath -ldflags='-s -w' \
			-o dist/bestiary-$$system-$$arch$$suffix ./cmd/bestiary || { rm $(ENGINE:%=$(STATIC)/%); exit 1; }; \
	done; done
	rm $(ENGINE:%=$(STATIC)/%)
	tar -czf dist/bestiary-site.tar.gz -C dist bestiary-site && rm -r dist/bestiary-site
	cd dist && sha256sum * >SHA256SUMS && cat SHA256SUMS

test:
	go test ./...

race vet:
	.ci/run $@

# Random games of the whole catalogue in a build that checks every position.
# GAMES is the number of games of each.
GAMES = 40

invariants:
	go test -tags invariants -run TestRandomSelfPlay -timeout 0 -v ./engine/rules -games $(GAMES)

lint:
	.ci/run staticcheck

fmt:
	gofmt -l -w cmd engine experiments internal selfplay tuning

bench:
	go test -run '^$$' -bench . ./...

# One minute for each reader of outside data. Without the limit on minimising,
# the fuzzer can spend its time shrinking one input.
FUZZ = go test -run '^$$' -fuzztime 60s -fuzzminimizetime 10x

fuzz:
	$(FUZZ) -fuzz FuzzParse ./engine/betza
	$(FUZZ) -fuzz FuzzParse ./engine/variant
	$(FUZZ) -fuzz FuzzParse ./engine/variant/diagram
	$(FUZZ) -fuzz FuzzParse ./engine/variant/fsfini
	$(FUZZ) -fuzz FuzzRoundTrip ./engine/variant/gamefile
	$(FUZZ) -fuzz FuzzParseFEN ./engine/rules
	$(FUZZ) -fuzz FuzzParse ./experiments/claim
	$(FUZZ) -fuzz FuzzLines ./engine/external
	$(FUZZ) -fuzz FuzzRead ./selfplay/pgn
	$(FUZZ) -fuzz FuzzRoundTrip ./selfplay/pgn
	$(FUZZ) -fuzz FuzzParse ./selfplay/player
	$(FUZZ) -fuzz FuzzUCI ./engine/protocol
	$(FUZZ) -fuzz FuzzXBoard ./engine/protocol
	$(FUZZ) -fuzz FuzzCall ./cmd/web

# What becomes of every section of a variants.ini: complete, an approximation or out of
# reach. PERFT is a table of the program's counts of moves (section, FEN, depth, count), which
# complete sections must have.
sweep:
	go test ./engine/variant/fsfini -count=1 -v -run '^TestSweep$$' -ini $(if $(filter builtin,$(INI)),builtin,$(abspath $(INI))) $(if $(PERFT),-perft $(abspath $(PERFT)))

estimate:
	go run ./cmd/bestiary estimate hannibal-manticore

# The tuned weights that come with the program, of all games of the catalogue.
# The games are kept in runs/weights, from which an interrupted run goes on;
# remove that folder after a change of the engine or of the evaluation.
weights:
	go run ./cmd/bestiary tune --playing --all --out runs/weights --weights engine/eval/weights

# Everything in results: the values of VALUES, beside those of foreign players, then all
# claims until they are decided or BUDGET is spent. The games are kept in runs/results, from
# which an interrupted call goes on; a call with a larger BUDGET decides more. Remove that
# folder after a change of the engine. TIMES has how long each part took. Fairy-Stockfish
# (classical) plays the games that it knows. Fairy-Stockfish-X, which plays some 10,000
# positions a second, knows the pieces of the others but not their castling, so these are
# measured once more without castling, with it and with our engine. It also takes a piece that
# enters for a defence against check, and does not know the order and the squares in which
# pieces are set to wait, which no game here leaves to the players. It takes some checks by a
# manticore for mates though a piece could be put between; for the results here the flags
# RIDER_MANTICORE_* were added to its NON_SLIDING_RIDERS (types.h). Falcons and manticores are worth
# nothing to it unless it is told: here, their values by mobility on its own scale. Chess is measured at the 300
# nodes of the control of five seeds.
VALUES = hannibal-manticore chess capablanca falcon-chess
LADDER = 300,1500,6000
STOCKFISH = uci:fairy-stockfish,nodes=600,option.Use NNUE=false
STOCKFISHX = uci:fairy-stockfish-x,nodes=100
BUDGET = 12h
RUNS = runs/results
TIMES = $(RUNS)/times
PUBLISHED = charts report.html report.md run.json weights.toml *.csv

results: build
	mkdir -p $(RUNS)
	for game in $(VALUES); do \
		start=$$(date +%s); set --; beside=; \
		case $$game in chess|capablanca) set -- --player '$(STOCKFISH)';; *) beside=$$game-beside;; esac; \
		[ $$game != chess ] || set -- "$$@" --nodes 300; \
		./bestiary estimate $$game --ladder $(LADDER) "$$@" --out $(RUNS)/$$game || exit 1; \
		if [ -n "$$beside" ]; then \
			set -- --rule castling=none; \
			case $$game in hannibal-*) set -- "$$@" --rule gate-blocks-check=true;; esac; \
			./bestiary export-game $$game "$$@" --approximate --format ini >$(RUNS)/$$game.ini || exit 1; \
			case $$game in hannibal-*) mg='m:1788 f:1006' eg='m:1934 f:1089';; *) mg=f:985 eg=f:1065;; esac; \
			printf 'pieceValueMg = %s\npieceValueEg = %s\n' "$$mg" "$$eg" >>$(RUNS)/$$game.ini; \
			./bestiary estimate $$game "$$@" --panel learned --pairs 2000 --out $(RUNS)/$$beside \
				--player "$(STOCKFISHX),variant=$$game,option.VariantPath=$(RUNS)/$$game.ini" || exit 1; \
		fi; \
		for run in $$game $$beside; do \
			mkdir -p results/$$run && rm -rf results/$$run/charts || exit 1; \
			(cd $(RUNS)/$$run && cp -r $(PUBLISHED) $(CURDIR)/results/$$run/) || exit 1; \
		done; \
		echo "$$game $$(($$(date +%s) - start)) s" >>$(TIMES); \
	done
	start=$$(date +%s); \
	./bestiary experiments run --all --until-decided --budget $(BUDGET) --out $(RUNS)/claims --publish results --claims README.md || exit 1; \
	echo "claims $$(($$(date +%s) - start)) s" >>$(TIMES)
