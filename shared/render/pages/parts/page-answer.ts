import { sha256 } from '../../../domain/lib/hash.ts';
import type { HttpAnswer } from '../../../domain/pages/http-exchange.ts';
import { type Html, html, trustedMarkup } from '../../html/html.ts';
import { PAGE_SCRIPT } from './page-script.ts';
import { PAGE_STYLE } from './page-style.ts';

export interface PageParts {
  /** The title of the window. No text from the news: browsers keep it in their history. */
  title: string;
  body: Html;
  /** Whether its lists filter as one types, and keys move between their rows. */
  hasLists?: boolean;
  status?: number;
}

/** A bell. */
const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Cpath fill='%23b4532a' d='M8 1a4 4 0 0 0-4 4v3.5L2.5 11v1h11v-1L12 8.500V5a4 4 0 0 0-4-4Zm-1.700 12a1.700 1.700 0 0 0 3.400 0Z'/%3E%3C/svg%3E";

const hashOf = (text: string) => `'sha256-${btoa(String.fromCharCode(...sha256(text)))}'`;

/** One script and one style, each by its hash, and nothing foreign; forms go to the same host; no other site may frame the page. */
const POLICY = [
  "default-src 'none'",
  `script-src ${hashOf(PAGE_SCRIPT)}`,
  `style-src ${hashOf(PAGE_STYLE)}`,
  'img-src data:',
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** A link is the key to its page: other sites must not see it, and caches and search engines must not keep the page. */
export const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': POLICY,
  // Not `no-referrer`: a form would then send no origin to check.
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex, nofollow, noarchive',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'strict-transport-security': 'max-age=31536000',
};

/** A document for programs as an answer. */
export function jsonAnswer(document: object): HttpAnswer {
  const headers = { ...HEADERS, 'content-type': 'application/json; charset=utf-8' };
  return { status: 200, headers, body: JSON.stringify(document) };
}

/** Rows for a spreadsheet as an answer. Browsers save it, and run nothing in it. */
export function csvAnswer(body: string): HttpAnswer {
  const headers = {
    ...HEADERS,
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="records.csv"',
    'content-security-policy': "default-src 'none'; sandbox",
  };
  return { status: 200, headers, body };
}

/** A whole page as an answer. */
export function pageAnswer({ title, body, hasLists = false, status = 200 }: PageParts): HttpAnswer {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Bellwether</title>
<link rel="icon" href="${ICON}">
<style>${trustedMarkup(PAGE_STYLE)}</style>${
    hasLists &&
    html`
<script type="module">${trustedMarkup(PAGE_SCRIPT)}</script>`
  }
</head>
<body>
${body}
</body>
</html>
`;
  return { status, headers: HEADERS, body: page.toString() };
}
