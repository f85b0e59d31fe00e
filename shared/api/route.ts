import * as z from 'zod';
import { parseAs, tryParse } from '../contracts/parse-as.ts';
import type { Viewer } from '../domain/pages/viewer.ts';
import type { PagePorts } from '../use-cases/pages/page-ports.ts';
import type { Ports } from '../use-cases/ports/ports.ts';
import type { VisitorPorts } from '../use-cases/sign-in/answer-visitor.ts';
import { Problem, problem } from './problem.ts';

export interface ApiPorts
  extends PagePorts,
    Pick<Ports, 'apiKeys'>,
    Pick<VisitorPorts, 'sessions' | 'signIn'> {
  /** So many random bytes. */
  random: (length: number) => Uint8Array;
}

/**
 * Who calls. An operator can read the key that signs links: of the command line, for a few minutes. A visitor has signed
 * in, and no key; `own`: their page is one of ours, as their browser says.
 */
export interface Caller extends Viewer {
  isOperator?: true;
  visits?: 'own' | 'other';
}

export interface Asked<I> {
  /** The fields of the path and the query; of a POST, those of its body. */
  input: I;
  caller: Caller;
  /** They give what the caller may see, and nothing else. */
  ports: ApiPorts;
}

/** One route of the API: what answers requests, describes the API and gives assistants a tool. */
export interface Route {
  method: 'GET' | 'POST' | 'DELETE';
  /** Below `/api/v1`: `/stories/{id}`. */
  path: string;
  /** Its name in clients. */
  name: string;
  about: string;
  /** `read`: every key, and who has signed in. `write`: editors among them. `operator`: none of them. */
  access: 'read' | 'write' | 'operator';
  /** Any other field is refused. */
  input: z.ZodObject;
  answer: z.ZodObject;
  /** Checks what came, and answers. */
  call(asked: Asked<unknown>): Promise<object | Problem>;
}

/** The same, as code that only reads has it. */
type Readable<T> = T extends readonly (infer I)[]
  ? readonly Readable<I>[]
  : T extends object
    ? { readonly [K in keyof T]: Readable<T[K]> }
    : T;

/** What a route is made of. By default it is one that every key can get. */
interface RouteSpec<I extends z.ZodRawShape, A extends z.ZodObject>
  extends Pick<Route, 'path' | 'name' | 'about'>,
    Partial<Pick<Route, 'method' | 'access'>> {
  input: I;
  answer: A;
  /** Answers by a use-case. */
  use(asked: Asked<z.output<z.ZodObject<I>>>): Promise<Readable<z.input<A>> | Problem>;
}

export function route<I extends z.ZodRawShape, A extends z.ZodObject>(spec: RouteSpec<I, A>): Route {
  const input = z.strictObject<I>(spec.input);
  return {
    method: 'GET',
    access: 'read',
    ...spec,
    input,
    async call(asked) {
      const read = tryParse(input, asked.input);
      if (!read.success) {
        const errors = read.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
        return problem('bad-request', 'The request is not as the description of the API has it.', { errors });
      }
      const found = await spec.use({ ...asked, input: read.data });
      return found instanceof Problem ? found : parseAs(spec.answer, found);
    },
  };
}
