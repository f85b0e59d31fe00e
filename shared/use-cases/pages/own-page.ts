import type { HttpRequest } from '../../domain/pages/http-exchange.ts';

/** Browsers say where a form was sent from. A request that does not say still needs the form's own signature. */
export function isFromOwnPage(headers: HttpRequest['headers']): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin, host } = headers;
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === host);
}

/** The fields of a form that was posted. */
export function formFields({ body }: Pick<HttpRequest, 'body'>): URLSearchParams {
  return new URLSearchParams(new TextDecoder().decode(body));
}
