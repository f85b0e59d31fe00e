import { refusalPage, welcomePage } from '../shared/render/pages/plain-pages.ts';
import { httpHandler } from './edge.ts';

/** Answers with pages. */
export const handler = httpHandler(async ({ path }) => (path === '/' ? welcomePage() : refusalPage()));
