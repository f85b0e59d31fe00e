import { FINDING_BYTES, type Finding } from './finding.ts';

const MOST = { title: 500, authors: 10, author: 100, matched: 20, word: 60, link: 1_000, name: 200 };
const encoder = new TextEncoder();

/** Cuts a finding to what the store takes: each part to its measure, then the snippet until the whole fits. */
export function fitFinding(finding: Finding): Finding {
  const { outlet } = finding;
  let fitted: Finding = {
    ...finding,
    title: finding.title.slice(0, MOST.title).toWellFormed(),
    authors: finding.authors
      .slice(0, MOST.authors)
      .map((author) => author.slice(0, MOST.author).toWellFormed()),
    matched: finding.matched.slice(0, MOST.matched).map((word) => word.slice(0, MOST.word).toWellFormed()),
    ...(finding.link !== undefined && finding.link.length > MOST.link && { link: undefined }),
    ...(outlet && {
      outlet: { ...outlet, ...(outlet.name !== undefined && { name: outlet.name.slice(0, MOST.name) }) },
    }),
  };
  while (bytesOf(fitted) > FINDING_BYTES && fitted.snippet.length > 0) {
    fitted = {
      ...fitted,
      snippet: fitted.snippet.slice(0, Math.floor(fitted.snippet.length * 0.8)).toWellFormed(),
    };
  }
  return fitted;
}

function bytesOf(finding: Finding): number {
  return encoder.encode(JSON.stringify(finding)).length;
}
