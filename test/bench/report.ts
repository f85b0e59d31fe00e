/** One measured figure, and what it should be. */
export interface Figure {
  name: string;
  value: number;
  unit: string;
  /** The most it may be; with `atLeast`, the least. */
  aim?: number;
  atLeast?: boolean;
}

export type Bench = () => Promise<Figure[]>;

/** Prints figures as a table, or as JSON with `--json` on the command line. */
export function printFigures(figures: readonly Figure[], args: readonly string[] = process.argv): void {
  if (args.includes('--json')) {
    process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
    return;
  }
  const rows = figures.map((figure) => [
    figure.name,
    numberText(figure.value, figure.unit),
    figure.aim === undefined ? '' : `${figure.atLeast ? 'at least' : 'at most'} ${figure.aim} ${figure.unit}`,
    figure.aim === undefined ? '' : isMet(figure) ? 'met' : 'MISSED',
  ]);
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  for (const row of rows) {
    process.stdout.write(
      `${row
        .map((cell, n) => cell.padEnd(widths[n] ?? 0))
        .join('  ')
        .trimEnd()}\n`,
    );
  }
}

function numberText(value: number, unit: string): string {
  return `${value.toLocaleString('en', { maximumFractionDigits: 3 })} ${unit}`;
}

export function isMet({ value, aim = value, atLeast = false }: Figure): boolean {
  return atLeast ? value >= aim : value <= aim;
}

/** The q-th quantile of some measurements, 0..1. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? 0;
}
