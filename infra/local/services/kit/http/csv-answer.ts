/** A CSV answer that a browser saves under `filename`. */
export function csvAnswer(csv: string, filename: string): Response {
  const headers = {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${filename}"`,
  };
  return new Response(csv, { headers });
}
