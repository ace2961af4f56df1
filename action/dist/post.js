import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a as t}from"./chunk-B2KZUFVH.js";import"./chunk-VAZVSSUE.js";import"./chunk-HDCOWYRQ.js";import"./chunk-UK77T6UT.js";import"./chunk-IH4GKXHK.js";import"./chunk-HBEY44I2.js";import"./chunk-6REANS53.js";await t(async()=>(await import("./post-ASQIZJB4.js")).postStep());
