#!/usr/bin/env node
// npx keeps the path that the command had when it first ran in a checkout. For some this is still the path.
await import(new URL('bellwether.mjs', import.meta.url).href);
