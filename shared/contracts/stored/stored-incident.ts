import * as z from 'zod';
import { INCIDENT_KINDS, type Incident } from '../../domain/incidents/incident.ts';

/** What the operators must fix. */
export const incidentSchema = z.object({
  subject: z.string(),
  kind: z.enum(INCIDENT_KINDS),
  since: z.number(),
  watchId: z.string().optional(),
  text: z.string(),
}) satisfies z.ZodType<Incident>;
