/** How much the gateway holds at a time: requests from their first byte to their answer. */
export interface GatewayLoad {
  /** Takes one request in. Undefined when there are too many: the gateway refuses it. */
  admit(): AdmittedRequest | undefined;
}

export interface AdmittedRequest {
  /** Takes so many bytes of its body in. False when the bodies of all requests together are too large. */
  grow(bytes: number): boolean;
  end(): void;
}

/** The gateway of AWS has such limits as rates for an account. Here they keep the memory of the machine small. */
const MOST_REQUESTS = 1_000;
const MOST_BYTES = 16 * 1024 * 1024;

export function openLoad(): GatewayLoad {
  let requests = 0;
  let bytes = 0;
  return {
    admit: () => {
      if (requests >= MOST_REQUESTS) return undefined;
      requests += 1;
      let own = 0;
      return {
        grow: (more) => {
          if (bytes + more > MOST_BYTES) return false;
          bytes += more;
          own += more;
          return true;
        },
        end: () => {
          requests -= 1;
          bytes -= own;
        },
      };
    },
  };
}
