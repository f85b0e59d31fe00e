import { describe, expect, it } from 'vitest';
import { errorMessageOf } from '../../../../shared/providers/http/error-message.ts';

const KEY = 'abc<b>123/xyz';

describe('the text of an error', () => {
  it.each([
    [
      '<html><head><title>Bad gateway</title><style>p { x }</style></head><p>Try later',
      'Bad gateway Try later',
    ],
    ['<SCRIPT src="x">let a = "<b>";</script >after</SCRIPT>Down', 'Down'],
    ['a <script>never closed', 'a never closed'],
    ['a < b', 'a < b'],
    ['<scripty>one</scripty><style>x</style><p>two', 'one two'],
    ['line\none\u0000\u0085two', 'line one two'],
    ['{"detail": "q is <b>wrong</b>"}', 'q is wrong'],
    [
      '{"detail": [{"loc": ["body", "q"], "msg": "is required"}, "and more"]}',
      'body.q: is required; and more',
    ],
    ['{"message": "no"}', 'no'],
    ['', ''],
  ])('of %j is %j', (body, words) => {
    expect(errorMessageOf(body, 'unused-key')).toBe(words);
  });

  it('does not contain the key, even if the key looks like markup or is cut by it', () => {
    expect(errorMessageOf(`Key ${KEY} is wrong`, KEY)).toBe('Key [key] is wrong');
    expect(errorMessageOf('Key secret<br>key-1 is wrong, not <i>secretkey-1', 'secretkey-1')).toContain(
      '[key]',
    );
    const padded = `${'<p>'.repeat(5_459)}${'x'.repeat(5)}secret-key-1`;
    expect(errorMessageOf(padded, 'secret-key-1')).not.toMatch(/secret/);
  });

  it.each(['<script ', '<', '<style></script>', ' ', '{"detail":"', '[', '<!--', '</script><script>'])(
    'takes no longer than the text is long, with %j repeated',
    (piece) => {
      const text = piece.repeat(Math.ceil(4_000_000 / piece.length));
      // Time of the processor: on a busy machine the clock on the wall runs on while the test waits.
      const start = process.cpuUsage();
      errorMessageOf(text, 'secret-key-1');
      errorMessageOf(JSON.stringify({ detail: text }), 'secret-key-1');
      const { user, system } = process.cpuUsage(start);
      expect((user + system) / 1_000).toBeLessThan(2_000);
    },
  );
});
