.PHONY: build test race vet lint fmt bench fuzz estimate

build:
	go build -o bestiary ./cmd/bestiary

test:
	go test ./...

race:
	go test -race -short ./...

vet:
	go vet ./...

lint:
	go tool -modfile=tools.mod staticcheck ./...

fmt:
	gofmt -l -w cmd engine experiments selfplay tuning

bench:
	go test -run '^$$' -bench . ./...

# One minute for each reader of outside data.
fuzz:
	go test -run '^$$' -fuzz FuzzParse -fuzztime 60s ./engine/betza
	go test -run '^$$' -fuzz FuzzParse -fuzztime 60s ./engine/variant
	go test -run '^$$' -fuzz FuzzParseFEN -fuzztime 60s ./engine/rules

estimate:
	go run ./cmd/bestiary estimate hannibal-manticore
