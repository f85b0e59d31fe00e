/** The canary's watch and its channel, both of this name. No file of watches should use it. */
export const CANARY = 'smoke-canary';
