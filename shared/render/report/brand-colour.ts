/** The least contrast of graphics against their background (WCAG 2.2, 1.4.11: 3), with a margin. */
const CONTRAST = 3.2;
const LIGHT_GROUND = '#ffffff';
const DARK_GROUND = '#12181e';

type Rgb = readonly [number, number, number];

/** A brand's colour for light and dark mode, mixed with black or white until its contrast suffices. */
export function brandColours(colour: string): { light: string; dark: string } {
  return {
    light: withContrast(rgbOf(colour), { ground: LIGHT_GROUND, towards: [0, 0, 0] }),
    dark: withContrast(rgbOf(colour), { ground: DARK_GROUND, towards: [255, 255, 255] }),
  };
}

function withContrast(colour: Rgb, { ground, towards }: { ground: string; towards: Rgb }): string {
  const back = luminance(rgbOf(ground));
  for (let step = 0; step <= 20; step += 1) {
    const mixed = mix(colour, { towards, part: step / 20 });
    const own = luminance(mixed);
    const contrast = (Math.max(own, back) + 0.05) / (Math.min(own, back) + 0.05);
    if (contrast >= CONTRAST) return hexOf(mixed);
  }
  return hexOf(towards);
}

function mix(colour: Rgb, { towards, part }: { towards: Rgb; part: number }): Rgb {
  const at = (index: 0 | 1 | 2) => Math.round(colour[index] + (towards[index] - colour[index]) * part);
  return [at(0), at(1), at(2)];
}

/** Relative luminance (WCAG 2.2). */
function luminance([red, green, blue]: Rgb): number {
  const linear = (part: number) => {
    const value = part / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function rgbOf(hex: string): Rgb {
  const part = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16);
  return [part(1), part(3), part(5)];
}

function hexOf(colour: Rgb): string {
  return `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
