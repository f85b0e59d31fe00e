/** What a handler gives back. A string body is sent as it is, bytes too; `json` is serialised by the host. */
export interface Answer {
  status: number;
  headers?: Readonly<Record<string, string>>;
  body?: { json: unknown } | { text: string } | { bytes: Buffer };
}

/** A JSON answer, 200 unless another status is given. */
export function json(value: unknown, status = 200): Answer {
  return { status, body: { json: value } };
}

/** A plain text answer. */
export function text(value: string, status = 200): Answer {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: { text: value } };
}

/** A CSV answer that a browser saves under `filename`. */
export function csv(value: string, filename: string): Answer {
  const headers = {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${filename.replaceAll(/[^\w.-]/g, '_')}"`,
  };
  return { status: 200, headers, body: { text: value } };
}

/** 204 without a body. */
export function noContent(): Answer {
  return { status: 204 };
}
