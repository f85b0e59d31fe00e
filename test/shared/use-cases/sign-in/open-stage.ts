import type { HttpAnswer, HttpRequest } from '../../../../shared/domain/pages/http-exchange.ts';
import { type Identity, type Roles, SignInRefused } from '../../../../shared/domain/pages/sign-in.ts';
import { answerVisitor } from '../../../../shared/use-cases/sign-in/answer-visitor.ts';
import { openPages } from '../pages/open-pages.ts';

const ROLES: Roles = {
  editor: [{ who: 'press' }],
  reader: [{ who: 'guests' }, { who: 'acme-guests', brands: ['acme'] }],
};
const PEOPLE: Readonly<Record<string, Identity>> = {
  ana: { issuer: 'https://i', subject: '1', name: 'Ana', groups: ['press'] },
  rex: { issuer: 'https://i', subject: '2', name: 'Rex', groups: ['guests'] },
  guest: { issuer: 'https://i', subject: '4', name: 'Guest', groups: ['acme-guests'] },
  zoe: { issuer: 'https://i', subject: '3', name: 'Zoe', groups: ['cleaners'] },
};

/** Pages with an issuer that believes each code once. */
export async function openStage() {
  const pages = await openPages();
  const used = new Set<string>();
  let sessions = 0;
  const ports = {
    ...pages.ports,
    newSessionId: () => String((sessions += 1)).padStart(20, 's'),
    signIn: {
      roles: ROLES,
      begin: async (path: string) => ({
        url: 'https://i/authorize',
        pending: { state: 'st', nonce: 'no', verifier: 've', path },
      }),
      async end({ code = '', state }: Readonly<Record<string, string>>, pending: { state: string }) {
        const identity = PEOPLE[code];
        if (state !== pending.state || !identity || used.has(code)) throw new SignInRefused('Not confirmed.');
        used.add(code);
        return identity;
      },
    },
  };
  const ask = (at: string, more: Partial<HttpRequest> = {}): Promise<HttpAnswer> => {
    const [path = '', search = ''] = at.split('?');
    const query = Object.fromEntries(new URLSearchParams(search));
    return answerVisitor({ method: 'GET', path, query, headers: {}, body: new Uint8Array(), ...more }, ports);
  };
  const cookieOf = (answer: HttpAnswer) => (answer.cookies?.at(-1) ?? '').split(';')[0] ?? '';
  const signIn = async (code: string, path = '/app') => {
    const begun = await ask(`/signin?to=${encodeURIComponent(path)}`);
    return ask(`/signin/done?state=st&code=${code}`, { headers: { cookie: cookieOf(begun) } });
  };
  const enter = async (code: string) => ({ cookie: cookieOf(await signIn(code)) });
  const post = (path: string, text: string, headers: Record<string, string>) =>
    ask(path, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin', ...headers },
      body: new TextEncoder().encode(text),
    });
  return { ...pages, ports, ask, post, signIn, enter, cookieOf };
}
