/**
 * A text as long as the code keeps of an article. Characters of two units are at its whole and odd places, so that no
 * cut may divide one.
 */
export function longText(of: string, length = 1_500): string {
  let text = '';
  for (let n = 0; text.length < length; n += 1)
    text += `The company said on day ${n} that its plant in ${of} 🏭${n % 2 === 0 ? '' : '.'} is open. `;
  return text.slice(0, length - 1).trim();
}
