# The commands of the house. Each calls one script, which can be run alone.

.DEFAULT_GOAL := help
.PHONY: help demo test check-all bench format

help: ## This list
	@sed --quiet --regexp-extended 's/^([a-z-]+):.*## (.*)/make \1\t\2/p' Makefile | expand --tabs=18

demo: ## A pretend App Store, a ledger with faults in it, and the reports
	@scripts/setup
	@scripts/demo

test: ## What must hold before a change is offered: format, lint, build, tests
	@scripts/setup
	@scripts/check

check-all: ## As test, then fuzzers, sanitizers and leaks
	@scripts/setup
	@scripts/check all

bench: ## What compare and a pull cost on this machine, and how much of an hourly limit runs reach
	@scripts/setup
	@scripts/bench
	@scripts/bench-pull
	@scripts/bench-pace

format: ## Writes the house's format into every Swift file
	@scripts/format
