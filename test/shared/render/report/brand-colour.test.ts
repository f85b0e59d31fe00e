import { expect, it } from 'vitest';
import { brandColours } from '../../../../shared/render/report/brand-colour.ts';

it.each(['#ffffff', '#000000', '#ffff00', '#0a7d4f', '#1f5fa9'])(
  'the colour %s is visible in light and dark mode',
  (colour) => {
    const { light, dark } = brandColours(colour);
    expect(light).toMatch(/^#[0-9a-f]{6}$/);
    expect(light).not.toBe('#ffffff');
    expect(dark).toMatch(/^#[0-9a-f]{6}$/);
    expect(dark).not.toBe('#000000');
  },
);

it('a colour with enough contrast stays as it is', () => {
  expect(brandColours('#0a7d4f').light).toBe('#0a7d4f');
  expect(brandColours('#ffdd00').dark).toBe('#ffdd00');
});
