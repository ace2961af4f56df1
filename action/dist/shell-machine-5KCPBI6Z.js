import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b}from"./chunk-24EJRFXY.js";import"./chunk-AWBFGO2A.js";import"./chunk-G2ASK6K2.js";import"./chunk-6VLYQYI6.js";export{a as ShellMachine,b as shellWord};
