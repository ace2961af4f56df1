import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a}from"./chunk-7MMCG75H.js";import"./chunk-VAZVSSUE.js";import"./chunk-HDCOWYRQ.js";import"./chunk-UK77T6UT.js";import"./chunk-4KKG6CAO.js";import"./chunk-VJINN7OB.js";import"./chunk-6REANS53.js";export{a as runStep};
