.PHONY: build release test race randomgames vet lint fmt bench fuzz notices sweep estimate weights results

SOURCES = cmd engine experiments internal selfplay tuning

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
	gofmt -l -w $(SOURCES)

bench:
	go test -run '^$$' -bench . ./...

# One minute for each reader of outside data. Without the limit on minimising,
# the fuzzer can spend its time shrinking one input.
FUZZ = go test -run '^$$' -fuzztime 60s -fuzzminimizetime 10x

fuzz:
	@grep -roE '^func Fuzz[A-Za-z0-9]+' --include='*_test.go' $(SOURCES) | sort | \
	while IFS=: read -r file target; do \
		$(FUZZ) -fuzz "^$${target#func }$$" "./$${file%/*}" </dev/null || exit 1; \
	done

# The licences of all modules that are linked, for bestiary --licences. Needed after
# a change of go.mod; a test fails until then.
notices:
	go test ./cmd/bestiary -run '^TestNotices$$' -update

# What becomes of every section of a variants.ini: complete, an approximation or out of
# reach. PERFT is a table of the program's counts of moves (section, FEN, depth, count), which
# complete sections must have. FAIRY=PROGRAM, a Fairy-Stockfish, counts the moves of all that can be
# written, for the tables testdata/oracle*.tsv of engine/variant/gamefile.
sweep:
	$(if $(FAIRY),go test ./engine/variant/gamefile -count=1 -run '^TestOracle' -long -update -fairy $(abspath $(FAIRY)))
	$(if $(INI),go test ./engine/variant/gamefile -count=1 -v -run '^TestSweep$$' -ini $(if $(filter builtin,$(INI)),builtin,$(abspath $(INI))) $(if $(PERFT),-perft $(abspath $(PERFT))))

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
