// SPDX-License-Identifier: MIT
import { en, type Words } from './en';

export const af: Words = { ...en, code: 'af' };
