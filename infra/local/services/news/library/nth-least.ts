/**
 * The number that would be at a place, from 0, if all were sorted (Hoare's selection): undefined beyond the last.
 * Reorders the numbers, in a time that grows with their count alone.
 */
export function nthLeast(numbers: Float64Array, place: number): number | undefined {
  let from = 0;
  let to = numbers.length - 1;
  while (from < to) {
    const pivot = numbers[(from + to) >> 1] ?? 0;
    let low = from;
    let high = to;
    while (low <= high) {
      while ((numbers[low] ?? pivot) < pivot) low += 1;
      while ((numbers[high] ?? pivot) > pivot) high -= 1;
      if (low > high) break;
      [numbers[low], numbers[high]] = [numbers[high] ?? 0, numbers[low] ?? 0];
      low += 1;
      high -= 1;
    }
    if (place <= high) to = high;
    else if (place >= low) from = low;
    else break;
  }
  return numbers[place];
}
