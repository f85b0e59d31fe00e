import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { dynamoTable } from '../../shared/aws/dynamo/dynamo-table.ts';
import { writeStoryArticle } from '../../shared/contracts/stored/stored-story.ts';
import { writeSignature } from '../../shared/domain/stories/signature-text.ts';
import type { SharedStories } from '../../infra/memory/memory-stories.ts';
import { dayOf, isoOf } from '../../shared/domain/time/instant.ts';
import type { NewStories } from '../../shared/use-cases/ports/stories.ts';

/** New stories, keys and claims of a watch: those that are named. */
export function newStories(some: Partial<NewStories>): NewStories {
  return { stories: [], keys: [], claims: [], open: [], ...some };
}

export type { SharedStories };

/** Puts into a table what a version before has left there. */
export async function leaveShared(
  { client, table }: { client: DynamoDBClient; table: string },
  { stories = [], keys = new Map() }: SharedStories,
): Promise<void> {
  const put = dynamoTable(client, table);
  for (const { articles, samples, absorbed, signature, ...story } of stories)
    await put.put({
      pk: `STORY#${story.id}`,
      sk: 'STORY',
      ...story,
      signature: writeSignature(signature),
      prints: new Set(articles.map(writeStoryArticle)),
      samples: samples.length > 0 ? new Set(samples.map(writeSignature)) : undefined,
      absorbed: absorbed.length > 0 ? new Set(absorbed) : undefined,
      timePk: `STORIES#${dayOf(story.madeAt)}`,
      timeSk: `${isoOf(story.madeAt)}#${story.id}`,
    });
  for (const [key, to] of keys) await put.put({ pk: `BAND#${key}`, sk: 'BAND', band: key, ...to });
}
