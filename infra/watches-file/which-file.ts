/** The watches file of this project: the one that `BELLWETHER_WATCHES` names, or `watches.yaml`. */
export function watchesFileOf(environment: Readonly<Record<string, string | undefined>>): string {
  const own = environment['BELLWETHER_WATCHES'];
  return own === undefined || own === '' ? 'watches.yaml' : own;
}
