/** Maximum number of records in one change. */
export const maxBulkRecords = 5000
