/** Joins pieces of text and passes on each complete line without its break. Empty lines are left out. */
export function splitLines(onLine: (line: string) => void): (text: string) => void {
  let rest = '';
  return (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line.trim() !== '') onLine(line);
    }
  };
}
