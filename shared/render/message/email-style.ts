import type { Severity } from '../../domain/watches/watch.ts';

/** The background of the word for a severity: white text on it has a contrast of at least 4.5:1. */
export const EMAIL_COLOURS: Readonly<Record<Severity, string>> = {
  info: '#655e57',
  warning: '#8a5300',
  critical: '#a62019',
};

const FONT = 'font-family:Arial,Helvetica,sans-serif;';
const WRAP = 'word-break:break-word;overflow-wrap:anywhere;';

/** Styles inside the elements: many mail clients read no other. Text has a contrast of at least 4.5:1 on its background. */
export const EMAIL_STYLES = {
  body: 'margin:0;padding:0;background-color:#f3efe8;',
  preview:
    'display:none;max-height:0;max-width:0;overflow:hidden;mso-hide:all;font-size:1px;line-height:1px;color:#f3efe8;',
  outer: 'background-color:#f3efe8;',
  centre: 'padding:16px 8px;',
  card: `max-width:600px;background-color:#ffffff;border-collapse:collapse;text-align:start;${FONT}`,
  block: `padding:20px 20px 12px;border-bottom:1px solid #e3ddd4;${WRAP}`,
  footer: `padding:16px 20px;${WRAP}`,
  intro: `margin:0;font-size:16px;line-height:24px;font-weight:bold;color:#1f1c19;${FONT}`,
  kicker: `margin:0 0 6px;font-size:14px;line-height:20px;color:#655e57;${FONT}`,
  badge:
    'display:inline-block;padding:1px 8px;border-radius:3px;color:#ffffff;font-size:12px;line-height:18px;font-weight:bold;',
  heading: `margin:0 0 10px;font-size:20px;line-height:26px;font-weight:bold;color:#1f1c19;${FONT}`,
  title: 'color:#1f1c19;text-decoration:underline;',
  text: `margin:0 0 10px;font-size:16px;line-height:24px;color:#1f1c19;${FONT}`,
  soft: 'color:#655e57;',
  small: `margin:0 0 8px;font-size:14px;line-height:20px;color:#655e57;${FONT}`,
  facts: 'margin:0 0 10px;border-collapse:collapse;',
  factName: `padding:2px 14px 2px 0;font-size:14px;line-height:20px;font-weight:normal;color:#655e57;white-space:nowrap;${FONT}`,
  factValue: `padding:2px 0;font-size:14px;line-height:20px;color:#1f1c19;${WRAP}${FONT}`,
  list: 'margin:0 0 10px;padding:0 0 0 20px;',
  example: `margin:0 0 6px;font-size:14px;line-height:20px;color:#1f1c19;${FONT}`,
  link: 'color:#9a3d1a;text-decoration:underline;',
  actions: `margin:4px 0 8px;font-size:14px;line-height:30px;${FONT}`,
  action: 'display:inline-block;padding:0 18px 0 0;',
} as const;

/** Colours for the dark, for clients that read a style sheet. `!important`: the styles inside the elements come first otherwise. */
export const DARK_STYLE = `
@media (prefers-color-scheme: dark) {
  .paper { background-color: #161412 !important; }
  .card { background-color: #1f1c19 !important; }
  .ink, .ink a { color: #ece7df !important; }
  .soft { color: #aaa298 !important; }
  .line { border-color: #38332d !important; }
  a.accent { color: #f2a27e !important; }
}
`;
