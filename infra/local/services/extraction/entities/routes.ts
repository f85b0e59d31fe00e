import { Hono } from 'hono';
import * as z from 'zod';
import { defined } from '../../../../../shared/domain/lib/fields.ts';
import { ENTITY_TYPES, EXTRACTION_LIMITS } from '../../../../../shared/domain/services/extraction-rules.ts';
import { readBodyAs, type ServiceApp } from '../../kit/http/local-service.ts';
import { detailErrors, type ErrorShape, RequestRefused, statusErrors } from '../../kit/http/refusal.ts';
import { ownerOf } from '../accounts/owner.ts';
import { listQuery, ownedView, readQuery } from '../accounts/resource.ts';
import { inOneChange } from '../collection.ts';
import type { ExtractionContext } from '../context.ts';
import { companySchema, type Entity, type Owner } from '../stored.ts';

/** So many entities in one batch. */
const LARGEST_BATCH = 1_000;

/** The body of a change: what is left out stays; company_attributes is replaced as a whole. */
const changeBody = z.object({
  name: z.string().trim().min(1).max(500).optional(),
  description: z.string().max(10_000).nullish(),
  external_entity_id: z.string().max(EXTRACTION_LIMITS.externalIdCharacters).nullish(),
  additional_attributes: z.object({ company_attributes: companySchema.nullish() }).nullish(),
  // Details of a company at the top as well, which replace one by one (extraction service, differences).
  ...companySchema.omit({ description: true }).shape,
});

/** The body of a new entity (extraction service, entities). */
export const entityBody = changeBody.required({ name: true }).extend({
  entity_type: z.enum(ENTITY_TYPES).nullish(),
  /** The older name of entity_type. */
  type: z.enum(ENTITY_TYPES).nullish(),
});

const batchBody = z.object({ entities: z.array(entityBody).min(1) });

/** Paging, filters and order of a list of entities: in the query of one call, in the body of another. */
export const entityQuery = listQuery({ newestFirst: true }).extend({
  entity_type: z.enum(ENTITY_TYPES).nullish(),
});

/** What a filter of `entityQuery` keeps. */
export function ofType({ entity_type: type }: z.infer<typeof entityQuery>) {
  return (entity: Entity): boolean => !type || entity.entity_type === type;
}

/** A refusal with 400 of a call about entities. Its answer has its own shape. */
class EntityRefused extends RequestRefused {
  constructor(message: string) {
    super(400, message);
  }
}

/** `{detail}`, but `{message, status, status_code}` for a 400 about entities (extraction service, errors). */
export const extractionErrors: ErrorShape = (refused) =>
  refused instanceof EntityRefused ? statusErrors(refused) : detailErrors(refused);

/** The calls about entities (extraction service, entities). */
export function entityRoutes(context: ExtractionContext): ServiceApp {
  const app: ServiceApp = new Hono();
  const { entity: entities } = context.kinds;
  const view = (entity: Entity) => entityView(context, entity);
  const made = (entity: Entity) => ({ id: entity.id, status: entities.status(entity) });
  app.get('/entities', (call) => {
    const query = readQuery(entityQuery, call);
    return call.json(entities.list(call, query, { name: 'entities', view, keep: ofType(query) }));
  });
  app.post('/entities', async (call) =>
    call.json(made(putNewEntity(context, ownerOf(call), await readBodyAs(entityBody, call)))),
  );
  app.post('/entities/batch', async (call) => {
    const batch = (await readBodyAs(batchBody, call)).entities;
    if (batch.length > LARGEST_BATCH)
      throw new EntityRefused(`A batch has at most ${LARGEST_BATCH} entities`);
    const all = inOneChange(context.database, () =>
      batch.map((body) => putNewEntity(context, ownerOf(call), body)),
    );
    return call.json({ entities: all.map(made), count: all.length });
  });
  app.get('/entities/:entity_id', (call) => call.json(view(entities.asked(call))));
  app.patch('/entities/:entity_id', async (call) => {
    const body = await readBodyAs(changeBody, call);
    const entity = entities.asked(call, 'edit');
    const { name, description, external_entity_id } = body;
    const company = companyOf(entity.entity_type, body, entity.company);
    return call.json(view(entities.change(entity, { name, description, external_entity_id, company })));
  });
  app.delete('/entities/:entity_id', (call) => {
    entities.remove(entities.asked(call, 'manage').id);
    return call.body(null, 204);
  });
  return app;
}

/** Stores a new entity. @throws EntityRefused for company data of a person. */
export function putNewEntity(
  { kinds }: ExtractionContext,
  owner: Owner,
  body: z.infer<typeof entityBody>,
): Entity {
  const entity_type = body.entity_type ?? body.type ?? 'company';
  return kinds.entity.put({
    ...kinds.entity.begin(owner),
    name: body.name,
    entity_type,
    description: body.description ?? null,
    external_entity_id: body.external_entity_id ?? null,
    company: companyOf(entity_type, body) ?? null,
  });
}

/** The company data that a body gives, details at the top over those inside; undefined where it gives none. */
function companyOf(
  type: Entity['entity_type'],
  { additional_attributes, domain, alternative_names, key_persons }: z.infer<typeof changeBody>,
  known: Entity['company'] = null,
): Entity['company'] | undefined {
  const nested = additional_attributes?.company_attributes;
  const details = defined({ domain, alternative_names, key_persons });
  const isDetailed = Object.keys(details).length > 0;
  const given = isDetailed ? { ...(nested === undefined ? known : nested), ...details } : nested;
  if (given && type === 'person') throw new EntityRefused('A person has no company_attributes');
  return given;
}

/**
 * An entity as answers show it (extraction service, entities): type and company data under their older names, beside
 * the present ones.
 */
export function entityView({ kinds }: ExtractionContext, entity: Entity): Record<string, unknown> {
  const { name, entity_type, description, external_entity_id, company } = entity;
  return {
    ...ownedView(entity),
    name,
    entity_type,
    type: entity_type,
    status: kinds.entity.status(entity),
    description,
    external_entity_id,
    additional_attributes: company && { company_attributes: company },
    domain: company?.domain ?? null,
    alternative_names: company?.alternative_names ?? [],
    key_persons: company?.key_persons ?? [],
  };
}
