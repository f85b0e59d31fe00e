/** Awaits a call. Returns undefined when it fails with this error. Other errors are thrown. */
export async function undefinedOn<T>(
  failure: new (...args: never[]) => Error,
  call: Promise<T>,
): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof failure) return undefined;
    throw error;
  }
}
