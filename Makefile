.PHONY: build release test race randomgames vet lint fmt bench fuzz sweep estimate weights results

build:
	go build -o bestiary ./cmd/bestiary

# Binaries for all systems, with the engine for browsers inside, and a static site with
# the page and all results, with checksums, in dist/.
STATIC = cmd/web/static
ENGINE = engine.wasm.gz wasm_exec.js

release:
	rm -rf dist && mkdir dist && rm -f $(ENGINE:%=$(STATIC)/%)
	go run ./cmd/bestiary site --results results dist/bestiary-site
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

# Random games of the whole catalogue, with a check of every position.
# GAMES is the number of games of each.
GAMES = 40

randomgames:
	go test -run TestRandomSelfPlay -timeout 0 -v ./engine/rules -games $(GAMES)

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

# Everything in results. BUDGET is what the claims may take.
BUDGET = 12h

results: build
	BUDGET=$(BUDGET) .ci/results
