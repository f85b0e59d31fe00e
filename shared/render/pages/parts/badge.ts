import type { Severity } from '../../../domain/watches/watch.ts';
import { type Html, html } from '../../html/html.ts';

/** The colour class of a badge. */
export type BadgeColour = 'good' | 'warn' | 'bad' | 'plain';

export function badge(text: string, colour: BadgeColour): Html {
  return html`<span class="badge ${colour}">${text}</span>`;
}

const SEVERITY_COLOURS: Readonly<Record<Severity, BadgeColour>> = {
  info: 'plain',
  warning: 'warn',
  critical: 'bad',
};

export function severityBadge(severity: Severity): Html {
  return badge(severity, SEVERITY_COLOURS[severity]);
}
