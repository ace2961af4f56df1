import type { Layout } from '../layout.ts'
import { blog, sweep } from './standard.ts'

/** The tables of "Comparing Filesystem Performance in Virtual Machines" (2014): throughput by record size. */
export const layout: Layout = { metrics: { 'file-sweep': 'all' }, tables: [blog, sweep] }
