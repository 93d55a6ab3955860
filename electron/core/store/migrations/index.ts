/** Every migration, in order: a static list, so that a bundle carries them all. */
import type { Migration } from './migration.ts'
import { client } from './0020-client.ts'
import { model } from './0010-model.ts'
import { service } from './0030-service.ts'
import { categoryProjects } from './0040-category-projects.ts'
import { postgres } from './0050-postgres.ts'
import { beyond } from './0060-beyond.ts'

export const migrations: readonly Migration[] = [
  model,
  client,
  service,
  categoryProjects,
  postgres,
  beyond,
]
