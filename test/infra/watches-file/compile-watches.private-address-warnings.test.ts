import { expect, it } from 'vitest';
import { compileWatches, privateAddressWarnings } from '../../../infra/watches-file/compile-watches.ts';

const NOW = Date.parse('2026-11-21T08:00:00Z');

const fileWith = (address: string) => `operators: { email: [o@acme.example], https: ["${address}"] }
channels: { desk: { https: ["https://hooks.acme.example/a", "${address}"] } }
watches: { acme: { kind: search, query: { q: Acme }, alert: { channel: desk } } }
`;

it.each(['https://10.0.0.5/x', 'https://[64:ff9b::192.168.1.1]/x', 'https://printer.local:8443/x'])(
  '%s is no address that SNS can reach: the file gives a warning at its line',
  (address) => {
    const compiled = compileWatches(fileWith(address), { file: 'watches.yaml', now: NOW });
    expect(compiled.ok).toBe(true);
    expect(compiled.warnings).toMatchObject([
      { line: 1, path: 'operators.https[0]', what: expect.stringContaining('SNS cannot reach') },
      { line: 2, path: 'channels.desk.https[1]', hint: expect.stringContaining('queue') },
    ]);
  },
);

it.each(['https://hooks.acme.example/x', 'https://93.184.216.34/x', 'https://[2606:2800:220:1::1]/a.b'])(
  '%s gives none',
  (address) => {
    expect(privateAddressWarnings({ channels: { desk: { https: [address] } } })).toEqual([]);
  },
);
