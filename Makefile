# Two commands do all set-up: `make run` opens the editor on the sample, `make test` passes the tests.

CORPUS := $(firstword $(wildcard $(CURDIR)/../shared/corpus))
ifneq ($(CORPUS),)
export BONEWRIGHT_CORPUS ?= $(CORPUS)
endif

.PHONY: run test samples bench packages

run: packages
	cargo run -- projects/mosskin.bwp

test: packages
	sh tests/run.sh

samples:
	cargo run -- make-samples projects

bench:
	cargo bench

packages:
	sh tests/packages.sh
