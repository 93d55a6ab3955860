#!/usr/bin/env node
'use strict'

const { hasUsableNode } = require('./node-version.cjs')
const { runProgram } = require('./program.cjs')

if (hasUsableNode(__filename)) runProgram(process.argv.slice(2))
