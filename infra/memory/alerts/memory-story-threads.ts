import type { StoryThread, StoryThreads } from '../../../shared/use-cases/ports/messages.ts';
import { copyOf } from '../copy-of.ts';

/** The threads of stories, in memory. */
export function memoryStoryThreads(): StoryThreads & { all: Map<string, StoryThread> } {
  const all = new Map<string, StoryThread>();
  return {
    all,
    find: async (lane, story) => copyOf(all.get(`${lane} ${story}`)),
    note: async (lane, story, { ref, severity, at }) =>
      void all.set(`${lane} ${story}`, { ref, severity, at }),
  };
}
