// SPDX-License-Identifier: MIT
// All browser tests: node tests/run.mjs [words of test names]
//   MERELS_URL=http://127.0.0.1:9000   against a running server
//   MERELS_DB=DIR                      starts the real server on tables that hold at least 3-3 of nine-c1
//   MERELS_BIN=merels                  the program to start; without MERELS_DB on small tables that it solves first
//   neither                            against dev/mock-server.mjs
import { after, before } from 'node:test';
import { begin, end } from './world.mjs';

before(begin, { timeout: 120000 });
after(end);
await import('./play.mjs');
await import('./analyse.mjs');
await import('./game.mjs');
await import('./openings.mjs');
await import('./keep.mjs');
await import('./look.mjs');
await import('./learn.mjs');
await import('./first.mjs');
await import('./fit.mjs');
await import('./ultra.mjs');
await import('./examples.mjs');
